import { IconPrinter } from '@tabler/icons-react'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { countWords } from '#contract/words.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

interface SizesCardProps {
  kits: EventDashboard['sizes']
  title: string
  fileName: string
}

const sizeWords = (size: string | null) => size ?? 'Sem tamanho'

/** The kits to order, by size, with totals. It is the only printed part of the screen. */
export function SizesCard({ kits, title, fileName }: SizesCardProps) {
  const sizes = [...new Set(kits.flatMap((kit) => kit.sizes.map(({ size }) => size)))].sort(
    (a, b) => Number(a === null) - Number(b === null),
  )
  const of = (kit: SizesCardProps['kits'][number], wanted: string | null) =>
    kit.sizes.find(({ size }) => size === wanted)?.registrations
  const total = (wanted: string | null) => kits.reduce((sum, kit) => sum + (of(kit, wanted) ?? 0), 0)
  return (
    <ChartCard
      title="Tamanhos para encomendar"
      description={
        <>
          <span className={classes.onPaper}>{title}. </span>
          Inscrições confirmadas e pendentes, por kit e tamanho.
        </>
      }
      fileName={`${fileName}-tamanhos`}
      className={classes.printed}
      actions={
        <TextButton variant="subtle" color="gray" size="sm" icon={IconPrinter} onClick={() => window.print()}>
          Imprimir
        </TextButton>
      }
      table={{
        summed: true,
        headings: ['Kit', 'Tamanho', 'Quantidade'],
        rows: kits.flatMap((kit) =>
          kit.sizes.map(({ size, registrations }) => [kit.kit, sizeWords(size), registrations]),
        ),
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section className={classes.scroll} tabIndex={0} aria-label="Kits e tamanhos">
        <table className={classes.sizes}>
          <thead>
            <tr>
              <th scope="col">Kit</th>
              <th scope="col">Total</th>
              {sizes.map((size) => (
                <th key={size} scope="col">
                  {sizeWords(size)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kits.map((kit, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: kits may share a name, and their order stays
              <tr key={i}>
                <th scope="row">{kit.kit}</th>
                <td>{countWords(kit.registrations)}</td>
                {sizes.map((size) => {
                  const count = of(kit, size)
                  return <td key={size}>{count === undefined ? '—' : countWords(count)}</td>
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{countWords(kits.reduce((sum, { registrations }) => sum + registrations, 0))}</td>
              {sizes.map((size) => (
                <td key={size}>{countWords(total(size))}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </ChartCard>
  )
}
