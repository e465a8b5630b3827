import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type EventAudience, getEventAudience } from '#contract/report/dashboard.ts'
import { countWords } from '#contract/words.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { FramedError } from '#web/ui/frame.tsx'
import { BarList } from '../charts/bar-list.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../charts/charts.module.css'

/** Number of cities in the chart. The table and the file contain all of them. */
const MOST_CITIES = 6

const audienceQuery = (id: number) => ({
  ...dataQuery(['report', 'audience', id], getEventAudience, { params: { id } }),
  staleTime: 0,
})

/** Age, sex and cities of the participants, loaded after the rest of the panel. */
export const useAudience = (eventId: number) => useQuery(audienceQuery(eventId))

interface AudienceCardProps {
  audience: ReturnType<typeof useAudience>
  fileName: string
}

/** Until it is loaded, a card has the height that it usually has afterwards. */
const Loading = ({ height }: { height: number }) => <Skeleton height={height} radius="lg" />

export function AgesCard({ audience, fileName }: AudienceCardProps) {
  const failure = recordFailure(audience)
  if (failure) return <FramedError {...failure} />
  if (!audience.data) return <Loading height={360} />
  const ages = audience.data.ages.filter(({ men, women }) => men + women > 0)
  return (
    <ChartCard
      title="Sexo e idade"
      description="A idade em 31 de dezembro do ano da prova, sem as canceladas."
      fileName={`${fileName}-sexo-e-idade`}
      table={{
        headings: ['Idade', 'Homens', 'Mulheres'],
        rows: audience.data.ages.map(({ band, men, women }) => [band, men, women]),
      }}
    >
      <AgePyramid ages={ages} />
    </ChartCard>
  )
}

/** Without data the card of ages says why. */
export function CitiesCard({ audience, fileName }: AudienceCardProps) {
  if (recordFailure(audience)) return null
  if (!audience.data) return <Loading height={300} />
  const { cities } = audience.data
  const name = ({ city, state }: EventAudience['cities'][number]) =>
    [city, state].filter(Boolean).join(', ') || 'Não informada'
  return (
    <ChartCard
      title="Cidades"
      description={`De quem fez a inscrição${cities.length > MOST_CITIES ? `; as ${MOST_CITIES} maiores de ${countWords(cities.length)}` : ''}.`}
      fileName={`${fileName}-cidades`}
      table={{
        headings: ['Cidade', 'UF', 'Inscrições'],
        rows: cities.map(({ city, state, registrations }) => [
          city ?? 'Não informada',
          state ?? '',
          registrations,
        ]),
      }}
    >
      <BarList
        bars={cities.slice(0, MOST_CITIES).map((city) => ({
          key: name(city),
          label: name(city),
          value: city.registrations,
          words: countWords(city.registrations),
        }))}
      />
    </ChartCard>
  )
}

/** Men on the left, women on the right, the oldest at the top. */
function AgePyramid({ ages }: { ages: EventAudience['ages'] }) {
  const most = Math.max(1, ...ages.flatMap(({ men, women }) => [men, women]))
  const bar = (side: 'left' | 'right', count: number) => (
    <span className={classes.pyramidBar} data-side={side} aria-hidden>
      <span style={{ inlineSize: `${(count / most) * 100}%` }} />
    </span>
  )
  return (
    <table className={classes.pyramid}>
      <thead>
        <tr>
          <th scope="col">Homens</th>
          <th scope="col">Idade</th>
          <th scope="col">Mulheres</th>
        </tr>
      </thead>
      <tbody>
        {ages.toReversed().map(({ band, men, women }) => (
          <tr key={band}>
            <td>
              <span className={classes.pyramidCell}>
                <span className="numbers">{countWords(men)}</span>
                {bar('left', men)}
              </span>
            </td>
            <th scope="row">{band}</th>
            <td>
              <span className={classes.pyramidCell}>
                {bar('right', women)}
                <span className="numbers">{countWords(women)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
