import type { EventAudience } from '#contract/report/dashboard.ts'
import classes from './charts.module.css'

/** Men to the left, women to the right, the oldest on top. */
export function AgePyramid({ ages }: { ages: EventAudience['ages'] }) {
  const most = Math.max(1, ...ages.flatMap(({ men, women }) => [men, women]))
  const bar = (side: 'left' | 'right', count: number) => (
    <span className={classes.pyramidBar} data-side={side} aria-hidden>
      <span style={{ inlineSize: `${(count / most) * 100}%` }} />
    </span>
  )
  return (
    <table className={classes.pyramid}>
      <thead>
        <tr>
          <th scope="col">Homens</th>
          <th scope="col">Idade</th>
          <th scope="col">Mulheres</th>
        </tr>
      </thead>
      <tbody>
        {ages.toReversed().map(({ band, men, women }) => (
          <tr key={band}>
            <td>
              <span className={classes.pyramidCell}>
                <span className="numbers">{men.toLocaleString('pt-BR')}</span>
                {bar('left', men)}
              </span>
            </td>
            <th scope="row">{band}</th>
            <td>
              <span className={classes.pyramidCell}>
                {bar('right', women)}
                <span className="numbers">{women.toLocaleString('pt-BR')}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
