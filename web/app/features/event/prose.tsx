import classes from './prose.module.css'
import { blocksOf } from './text-blocks.ts'

/** Plain text of an organizer, as paragraphs, lines and lists. */
export function Prose({ children }: { children: string }) {
  return (
    <div className={classes.prose}>
      {blocksOf(children).map(({ kind, lines }) =>
        kind === 'list' ? (
          <ul key={lines[0].at}>
            {lines.map((line) => (
              <li key={line.at}>{line.text}</li>
            ))}
          </ul>
        ) : (
          <p key={lines[0].at}>{lines.map((line) => line.text).join('\n')}</p>
        ),
      )}
    </div>
  )
}
