import { focusRow } from './row-link.tsx'
import classes from './skip-link.module.css'

/** The first focusable elements. They skip the navigation: to `<main id="conteudo">`, and to a list's first row. */
export function SkipLink() {
  return (
    <>
      <a href="#conteudo" className={classes.skip}>
        Ir para o conteúdo
      </a>
      <button type="button" className={`${classes.skip} ${classes.toList}`} onClick={() => focusRow(1)}>
        Ir para a lista
      </button>
    </>
  )
}
