import type { Picture } from '#contract/event.ts'
import classes from './organizer-logo.module.css'

/** A logo as it is, on white: it was drawn for paper. The name stands beside it. */
export const OrganizerLogo = ({ logo, large }: { logo: Picture; large?: boolean }) => (
  <img
    className={classes.logo}
    data-large={large}
    src={logo.src}
    srcSet={logo.srcset_webp || undefined}
    sizes={logo.srcset_webp ? (large ? '8rem' : '4rem') : undefined}
    width={logo.width}
    height={logo.height}
    alt=""
  />
)
