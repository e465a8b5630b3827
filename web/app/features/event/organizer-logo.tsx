import type { Picture } from '#contract/event/event.ts'
import classes from './organizer-logo.module.css'

/** The background is white, for which most logos are drawn. The name is beside it, so `alt` is empty. */
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
