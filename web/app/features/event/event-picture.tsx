import type { Picture } from '#contract/event/event.ts'
import { storedFile } from '#web/ui/stored-file.ts'
import classes from './event-picture.module.css'

interface EventPictureProps {
  picture: Picture | null
  /** Path of the original file, used when there are no resized versions. */
  path: string | null
  alt: string
  /** The displayed width, in the syntax of `<img sizes>`. */
  sizes: string
  /** `high`: the largest picture of the page, loaded first. `late`: loaded near the viewport. */
  priority?: 'high' | 'late'
}

/** Fills its container. A blurred miniature or a drawing is shown until it has loaded. */
export function EventPicture({ picture, path, alt, sizes, priority = 'late' }: EventPictureProps) {
  const src = picture?.src ?? storedFile(path)
  if (!src) return <StartLine />
  return (
    <picture
      className={classes.picture}
      style={picture?.placeholder ? { backgroundImage: `url("${picture.placeholder}")` } : undefined}
    >
      {picture?.srcset_avif && <source type="image/avif" srcSet={picture.srcset_avif} sizes={sizes} />}
      {picture?.srcset_webp && <source type="image/webp" srcSet={picture.srcset_webp} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={picture?.width ?? 1600}
        height={picture?.height ?? 900}
        loading={priority === 'late' ? 'lazy' : 'eager'}
        decoding={priority === 'late' ? 'async' : 'sync'}
        fetchPriority={priority === 'high' ? 'high' : 'auto'}
      />
    </picture>
  )
}

function StartLine() {
  return (
    <svg
      className={classes.placeholder}
      viewBox="0 0 160 90"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <g transform="skewX(-14)">
        <path d="M44 -10H52V100H44Z" className={classes.line} />
        <path d="M62 4H112V20H62Z M62 37H148V53H62Z M62 70H180V86H62Z" className={classes.lanes} />
      </g>
    </svg>
  )
}
