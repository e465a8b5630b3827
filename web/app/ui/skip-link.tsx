import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation, to `<main id="conteudo">`. */
export function SkipLink() {
  return (
    <a href="#conteudo" className={classes.skip}>
      Ir para o conteúdo
    </a>
  )
}
