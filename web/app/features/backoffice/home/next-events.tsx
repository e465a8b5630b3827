import { IconBuildingCommunity, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CompanyOverview } from '#contract/backoffice/overview.ts'
import { ALL_EVENTS_PATH, EVENT_PATH, pathTo } from '../../../paths.ts'
import { DateBlock } from '../../../ui/date-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countWords } from '../count.ts'
import home from './home.module.css'
import classes from './next-events.module.css'
import { NextEventsSkeleton } from './next-events-skeleton.tsx'

/** The soonest races of an enterprise and how full they are; undefined while loading. */
export function NextEvents({ data }: { data: CompanyOverview | undefined }) {
  return (
    <section className={home.section}>
      <h2>Próximos eventos</h2>
      <div className={home.card}>
        {!data && <NextEventsSkeleton />}
        {data?.next_events.length === 0 && (
          <EmptyState
            title="Nenhum evento à frente"
            description="Quando um organizador publicar o próximo, ele aparece aqui."
            icon={<IconBuildingCommunity size={28} />}
          />
        )}
        {data && data.next_events.length > 0 && (
          <>
            <ul className={classes.next}>
              {data.next_events.map((event) => (
                <li key={event.id}>
                  <DateBlock date={event.date_event} />
                  <p className={classes.nextWords}>
                    <Link to={pathTo(EVENT_PATH, event.slug)}>{event.title}</Link>
                    <span>
                      {[event.city, event.state].filter(Boolean).join(', ') || 'Cidade não informada'}
                    </span>
                  </p>
                  <p className={classes.held}>
                    {countWords(event.held)}
                    <span>{event.capacity === null ? 'inscrições' : `de ${countWords(event.capacity)}`}</span>
                  </p>
                </li>
              ))}
            </ul>
            <Link to={ALL_EVENTS_PATH} className={home.more}>
              Ver todos os eventos
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </>
        )}
      </div>
    </section>
  )
}
