import type { PublicProduct } from '#contract/event/event.ts'
import { centimetreWords } from './centimetre-words.ts'
import classes from './size-chart.module.css'

type Sizes = PublicProduct['shirt_sizes']

/** The shirt measures of a kit. Renders nothing when the organizer gave none. */
export function SizeChart({ sizes }: { sizes: Sizes }) {
  const measured = sizes.filter(({ width_cm, length_cm }) => width_cm !== null || length_cm !== null)
  if (measured.length === 0) return null
  return (
    <details className={classes.chart}>
      <summary>Tabela de medidas</summary>
      <table>
        <caption>Camiseta esticada, em centímetros</caption>
        <thead>
          <tr>
            <th scope="col">Tamanho</th>
            <th scope="col">Largura</th>
            <th scope="col">Comprimento</th>
          </tr>
        </thead>
        <tbody>
          {measured.map(({ id, size, width_cm, length_cm }) => (
            <tr key={id}>
              <th scope="row">{size}</th>
              <td>{centimetreWords(width_cm) || '–'}</td>
              <td>{centimetreWords(length_cm) || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
