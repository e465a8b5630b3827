import { CONSENT_TEXTS } from '#contract/account/consent-text.ts'
import classes from './consent-text.module.css'

const { sections, version } = CONSENT_TEXTS.terms

export const sectionId = (position: number): string => `parte-${position + 1}`

export const TERMS_HEADINGS = sections.map(({ heading }) => heading)

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
