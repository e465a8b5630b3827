import { CONSENT_TEXTS } from '#contract/account/consent-text.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Route } from './+types/privacy-screen'
import { ConsentText, sectionId, TERMS_HEADINGS } from './consent-text.tsx'
import classes from './privacy-page.module.css'

const DESCRIPTION =
  'Quais dados pessoais a Largada trata, para quê, com quem os compartilha e como você exerce os seus direitos.'

export const meta: Route.MetaFunction = () => [
  { title: 'Privacidade e termos · Largada' },
  { name: 'description', content: DESCRIPTION },
]

export default function Privacy() {
  return (
    <article className={classes.page}>
      <PageHeader title="Privacidade e termos" description={CONSENT_TEXTS.terms.title} />
      <div className={classes.columns}>
        <nav aria-label="Neste documento" className={classes.contents}>
          <ol>
            {TERMS_HEADINGS.map((heading, position) => (
              <li key={heading}>
                <a href={`#${sectionId(position)}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <ConsentText level="h2" />
      </div>
    </article>
  )
}
