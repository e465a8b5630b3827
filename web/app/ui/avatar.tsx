import { IconPencil, IconUserFilled } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './avatar.module.css'

interface AvatarProps {
  /** URL of the picture. An icon is shown without one, and when it fails to load. */
  src: string | null
  size?: number
  onPick?: (image: File) => void
  busy?: boolean
}

/** A person's picture. It has no alternative text, because the name stands beside it. */
export function Avatar({ src, size = 40, onPick, busy = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const picture =
    src && broken !== src ? (
      <img
        key={src}
        src={src}
        alt=""
        width={size}
        height={size}
        // Loading may have failed before hydration.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBroken(src)
        }}
        onError={() => setBroken(src)}
      />
    ) : (
      <IconUserFilled size={size * 0.55} aria-hidden />
    )
  const box = { width: size, height: size }
  if (!onPick) {
    return (
      <span className={classes.avatar} style={box}>
        {picture}
      </span>
    )
  }
  return (
    <label className={classes.avatar} style={box} data-editable data-busy={busy}>
      {picture}
      <input
        type="file"
        accept="image/*"
        aria-label="Trocar foto"
        disabled={busy}
        aria-busy={busy}
        onChange={(event) => {
          const [image] = event.currentTarget.files ?? []
          if (image?.type.startsWith('image/')) onPick(image)
          event.currentTarget.value = ''
        }}
      />
      <span className={classes.badge} aria-hidden>
        <IconPencil size={16} />
      </span>
    </label>
  )
}
