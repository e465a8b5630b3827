import type { PublicProduct } from '#contract/event/event.ts'
import { drawing } from '#web/ui/icons.tsx'
import { storedFile } from '#web/ui/stored-file.ts'
import { kitContents } from './kit-contents.ts'
import classes from './kit-picture.module.css'

interface KitPictureProps {
  kit: PublicProduct
  /** The kits of the event, which a description may mention. */
  kits: readonly PublicProduct[]
}

/** The organizer's picture of a kit, otherwise drawings of what it contains. Its text says the same. */
export function KitPicture({ kit, kits }: KitPictureProps) {
  const src = storedFile(kit.product_image)
  return (
    <span className={classes.picture}>
      {src ? (
        <img src={src} alt="" width={96} height={96} loading="lazy" />
      ) : (
        kitContents(kit, kits).map((content) => (
          <svg key={content} aria-hidden>
            <use href={drawing(`kit-${content}`)} />
          </svg>
        ))
      )}
    </span>
  )
}
