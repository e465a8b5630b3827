import classes from './prose.module.css'

/** An organizer's text, which the server made HTML of: nothing in it but headings, lists, links and words (contract/src/markup.ts). */
export const Prose = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers nothing but its own tags here
  <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html }} />
)
