import classes from './skip-link.module.css'

/** The first focusable element. It skips the navigation and leads to `<main id="conteudo">`. */
export function SkipLink() {
  return (
    <a href="#conteudo" className={classes.skip}>
      Ir para o conteúdo
    </a>
  )
}
