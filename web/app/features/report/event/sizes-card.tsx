import { ActionIcon } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { countWords, listWords } from '#contract/words.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

interface SizesCardProps {
  kits: EventDashboard['sizes']
  title: string
  fileName: string
}

const TITLE = 'Tamanhos para encomendar'

const sizeWords = (size: string | null) => size ?? 'Sem tamanho'

/**
 * The kits to order: a row for each size, a column for each kit. Kits that nobody chose are only named. Only this
 * card of the screen is printed.
 */
export function SizesCard({ kits, title, fileName }: SizesCardProps) {
  const sizes = [...new Set(kits.flatMap((kit) => kit.sizes.map(({ size }) => size)))].sort(
    (a, b) => Number(a === null) - Number(b === null),
  )
  const of = (kit: SizesCardProps['kits'][number], wanted: string | null) =>
    kit.sizes.find(({ size }) => size === wanted)?.registrations
  const total = (wanted: string | null) => kits.reduce((sum, kit) => sum + (of(kit, wanted) ?? 0), 0)
  const wanted = kits.filter(({ registrations }) => registrations > 0)
  const unwanted = [
    ...kits.filter(({ registrations }) => registrations === 0).map(({ kit }) => kit),
    ...sizes.flatMap((size) => (size !== null && total(size) === 0 ? [size] : [])),
  ]
  return (
    <ChartCard
      title={TITLE}
      description={
        <>
          <span className={classes.onPaper}>{title}. </span>
          Inscrições confirmadas e pendentes, por kit e tamanho.
        </>
      }
      fileName={`${fileName}-tamanhos`}
      className={classes.printed}
      actions={
        <Tooltip label="Imprimir">
          <ActionIcon color="gray" aria-label={`Imprimir: ${TITLE}`} onClick={() => window.print()}>
            <IconPrinter size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
              <th scope="col">Tamanho</th>
              {wanted.map((kit, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: kits may share a name, and their order stays
                <th key={i} scope="col">
                  {kit.kit}
                </th>
              ))}
              {wanted.length > 1 && <th scope="col">Total</th>}
            </tr>
          </thead>
          <tbody>
            {sizes
              .filter((size) => total(size) > 0)
              .map((size) => (
                <tr key={size}>
                  <th scope="row">{sizeWords(size)}</th>
                  {wanted.map((kit, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <td key={i}>{countWords(of(kit, size) ?? 0)}</td>
                  ))}
                  {wanted.length > 1 && <td>{countWords(total(size))}</td>}
                </tr>
              ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {wanted.map((kit, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={i}>{countWords(kit.registrations)}</td>
              ))}
              {wanted.length > 1 && (
                <td>{countWords(wanted.reduce((sum, { registrations }) => sum + registrations, 0))}</td>
              )}
            </tr>
          </tfoot>
        </table>
      </section>
      {unwanted.length > 0 && <p className={classes.note}>Ninguém escolheu {listWords(unwanted)}.</p>}
    </ChartCard>
  )
}
