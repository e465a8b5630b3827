import { CONSENT_TEXTS } from '#contract/consent-text.ts'
import classes from './consent-text.module.css'

const { sections, version } = CONSENT_TEXTS.terms

/** The address of a section on a page that shows the text. */
export const sectionId = (position: number): string => `parte-${position + 1}`

export const TERMS_HEADINGS = sections.map(({ heading }) => heading)

/** The words people consent to when they register, under headings of this level. */
export function ConsentText({ level: Heading }: { level: 'h2' | 'h3' }) {
  return (
    <div className={classes.text}>
      {sections.map(({ heading, paragraphs }, position) => (
        <section key={heading} aria-labelledby={sectionId(position)}>
          <Heading id={sectionId(position)}>{heading}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p className={classes.version}>Versão {version}</p>
    </div>
  )
}
