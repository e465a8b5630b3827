import { useRef, useState } from 'react'
import { Prose } from '../prose.tsx'
import classes from './folded-prose.module.css'

/** Characters without tags, above which a text is folded. */
const LONG = 400

/** A long text shows its beginning and a button for the rest. Without scripts all of it is shown. */
export function FoldedProse({ html }: { html: string }) {
  const [open, setOpen] = useState(false)
  const text = useRef<HTMLDivElement>(null)
  if (html.replace(/<[^>]*>/g, '').length <= LONG) return <Prose html={html} />
  const unfold = () => {
    setOpen(true)
    // The button disappears, so the focus moves to what it shows.
    text.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div ref={text} tabIndex={-1} className={open ? classes.text : `${classes.text} ${classes.folded}`}>
        <Prose html={html} />
      </div>
      {!open && (
        <button type="button" className={classes.more} onClick={unfold}>
          Ler tudo
        </button>
      )}
    </>
  )
}
