import { IconReportAnalytics, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { RightClaimRow } from '#contract/participants/right-claims.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { CAME_FROM_HERE } from '#web/navigation/use-back-target.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EVENT_RIGHTS_REPORT_PATH, pathTo, REGISTRATION_PATH } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListFooter } from '#web/ui/list-footer.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { ClaimFacts, ClaimStatus } from './claim-facts.tsx'
import { DecideRight } from './decide-right.tsx'
import { Proof } from './proof.tsx'
import { claimsQuery, RIGHT_FILTERS } from './queries.ts'
import classes from './rights.module.css'

export const meta = pageTitle('Direitos')

/** The claims of discounts by right of an event, those that need a decision first. */
export default function RightsScreen() {
  const eventId = useIdParam() ?? 0
  const maySeeMoney = useMay('view-event-finances')
  const search = useListSearch(RIGHT_FILTERS)
  const list = useQuery(claimsQuery(eventId, search.query, usePage()))
  const failure = listFailure(list)
  return (
    <>
      <PageHeader title="Direitos" tab={list.data && `Direitos · ${list.data.event.title}`}>
        {maySeeMoney && (
          <LinkButton
            to={pathTo(EVENT_RIGHTS_REPORT_PATH, eventId)}
            variant="default"
            icon={IconReportAnalytics}
          >
            Relatório
          </LinkButton>
        )}
      </PageHeader>
      <ListToolbar>
        <FilterFields list={search} context={list.data} compact />
      </ListToolbar>
      {failure && !list.data ? (
        <FramedError {...failure} />
      ) : (
        list.data &&
        (list.data.data.length > 0 ? (
          <>
            <Queue claims={list.data.data} />
            <ListFooter meta={list.data.meta} />
          </>
        ) : (
          <Frame>
            <EmptyState
              title={search.isFiltered ? 'Nenhum pedido encontrado.' : 'Nada para decidir.'}
              description={
                search.isFiltered
                  ? 'Nenhum pedido combina com esses filtros.'
                  : 'Os comprovantes enviados, e os que não vieram no prazo, aparecem aqui.'
              }
              icon={<IconUserCheck size={28} />}
            />
          </Frame>
        ))
      )}
    </>
  )
}

const keyOf = ({ registration_id, right_rule_id }: RightClaimRow) => `${registration_id}-${right_rule_id}`

/** The arrow keys choose a claim. After a decision the one in its place is shown. */
function Queue({ claims }: { claims: readonly RightClaimRow[] }) {
  const [chosen, setChosen] = useState({ key: '', index: 0 })
  const found = claims.findIndex((claim) => keyOf(claim) === chosen.key)
  const index = found >= 0 ? found : Math.min(chosen.index, claims.length - 1)
  const claim = claims[index]
  const buttons = useRef<HTMLUListElement>(null)
  const detail = useRef<HTMLElement>(null)
  if (!claim) return null
  const choose = (next: number) => {
    const one = claims[next]
    if (one) setChosen({ key: keyOf(one), index: next })
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || !claims[index + step]) return
    event.preventDefault()
    choose(index + step)
    buttons.current?.querySelectorAll('button')[index + step]?.focus()
  }
  return (
    <div className={classes.queue}>
      <ul ref={buttons} className={classes.list} aria-label="Pedidos">
        {claims.map((one, i) => (
          <li key={keyOf(one)}>
            <button
              type="button"
              aria-current={i === index || undefined}
              onKeyDown={move}
              onClick={() => {
                choose(i)
                detail.current?.scrollIntoView({ block: 'nearest' })
              }}
            >
              <strong>{one.participant}</strong>
              <span>{one.name}</span>
              <ClaimStatus status={one.status} />
            </button>
          </li>
        ))}
      </ul>
      <section ref={detail} className={classes.claim} aria-labelledby="claim-title" key={keyOf(claim)}>
        <h2 id="claim-title">
          {claim.participant} · {claim.name}
        </h2>
        <ClaimStatus status={claim.status} />
        <div className={classes.actions}>
          <DecideRight registrationId={claim.registration_id} claim={claim} />
          <LinkButton
            to={pathTo(REGISTRATION_PATH, claim.registration_id)}
            state={CAME_FROM_HERE}
            variant="subtle"
          >
            Ver inscrição
          </LinkButton>
        </div>
        <ClaimFacts claim={claim} />
        <Proof registrationId={claim.registration_id} claim={claim} />
      </section>
    </div>
  )
}
