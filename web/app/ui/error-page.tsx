import { HOME_PATH } from '#web/paths.ts'
import { Button, ButtonAnchor } from './button.tsx'
import classes from './error-page.module.css'
import { Logo } from './logo.tsx'
import { StatePicture } from './state-picture.tsx'

/** Replaces the page after a screen crashed. Its links reload the page, so that no broken state remains. */
export function ErrorPage() {
  return (
    <main className={classes.page}>
      <title>Algo deu errado · Largada</title>
      <a href={HOME_PATH} aria-label="Largada, página inicial">
        <Logo />
      </a>
      <StatePicture name="error" />
      <h1>Algo deu errado por aqui</h1>
      <p>A página não pôde ser mostrada. Tente de novo em instantes ou volte para o início.</p>
      <div className={classes.ways}>
        <Button onClick={() => window.location.reload()}>Tentar novamente</Button>
        <ButtonAnchor href={HOME_PATH} variant="default">
          Ir para o início
        </ButtonAnchor>
      </div>
    </main>
  )
}
