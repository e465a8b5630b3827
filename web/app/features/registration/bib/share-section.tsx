import type { ComponentProps } from 'react'
import classes from '../details.module.css'
import { ShareBib } from './share-bib.tsx'

/** Says which picture the button shares. */
export const ShareSection = ({ load }: ComponentProps<typeof ShareBib>) => (
  <section className={classes.section} aria-labelledby="share-title">
    <h2 id="share-title">Conte que você vai</h2>
    <div className={classes.choice}>
      <p>
        Uma imagem para as suas redes, com o nome da corrida, a distância e o primeiro nome de quem corre.
      </p>
      <div>
        <ShareBib load={load} />
      </div>
    </div>
  </section>
)
