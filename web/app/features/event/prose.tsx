import classes from './prose.module.css'

/** A text of an organizer, whose HTML the server generates (contract/src/markup.ts). */
export const Prose = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers nothing but its own tags here
  <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html }} />
)
