import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { formatDecimal, toCents } from '#contract/money.ts'
import type { RightSimulation } from '#contract/report/right-simulation.ts'
import { plural } from '#contract/words.ts'
import { failureMessage } from '#web/api/api.ts'
import { useSession } from '#web/session/session.ts'
import { StoredEventContext } from '../event-context.tsx'
import type { RightForm } from '../form/event-form.ts'
import { simulationQuery } from '../queries.ts'
import classes from './steps.module.css'

const REST_MS = 300
const FEW_USES = '10'

/** What a right costs, from the registrations so far. A new event has none. */
export function RightCost({ right }: { right: RightForm }) {
  const event = use(StoredEventContext)
  const mayKnow = useSession()?.permissions.includes('view-event-finances') ?? false
  return event && mayKnow && toCents(right.rate) ? <Cost eventId={event.id} right={right} /> : null
}

function Cost({ eventId, right }: { eventId: number; right: RightForm }) {
  const isDeclared = right.declaration !== ''
  const [uses, setUses] = useState(right.quantity || FEW_USES)
  const { sex, min_age, max_age, rate, base } = right
  const conditions = isDeclared ? { rate, base, uses: uses || '0' } : { sex, min_age, max_age, rate, base }
  const [asked] = useDebouncedValue(JSON.stringify(conditions), REST_MS)
  const { data, error } = useQuery({
    ...simulationQuery(eventId, JSON.parse(asked)),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.cost} aria-label="Quanto custaria">
      <h4>Quanto custaria</h4>
      {isDeclared && (
        <TextInput
          label="Se tantas pessoas o usarem"
          inputMode="numeric"
          autoComplete="off"
          maw="14rem"
          value={uses}
          onChange={(event) => setUses(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
        />
      )}
      <p role="status">
        {data
          ? costWords(data, isDeclared)
          : error
            ? failureMessage(error, 'Não foi possível calcular.')
            : 'Calculando…'}
      </p>
    </section>
  )
}

function costWords({ registrations, total, off, cost }: RightSimulation, isDeclared: boolean): string {
  const less = `os corredores pagariam ${formatDecimal(off)} a menos, e você receberia ${formatDecimal(cost)} a menos.`
  if (isDeclared) return `Ao preço médio do evento, ${less}`
  if (registrations === 0) return 'Nenhuma inscrição ativa cumpre esta regra até agora.'
  return `${plural(registrations, 'inscrição ativa cumpre', 'inscrições ativas cumprem')} a regra e ${registrations === 1 ? 'custa' : 'somam'} ${formatDecimal(total)}; com o desconto, ${less}`
}
