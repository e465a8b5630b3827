import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { EnterpriseOverview } from '#contract/backoffice/overview.ts'
import { ALL_EVENTS_PATH, ANY_EVENT_PARTICIPANTS_PATH, pathTo } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RaceRows } from '#web/ui/race-rows.tsx'
import stat from '#web/ui/stat-card.module.css'
import home from './home.module.css'

export function NextRaces({ races }: { races: EnterpriseOverview['next_events'] }) {
  return (
    <section className={home.section} aria-label="Próximos eventos">
      <h2>Próximos eventos</h2>
      <div className={stat.card}>
        {races.length === 0 ? (
          <EmptyState description="Quando um organizador publicar o próximo, ele aparece aqui." />
        ) : (
          <>
            <RaceRows races={races} pathOf={({ id }) => pathTo(ANY_EVENT_PARTICIPANTS_PATH, id)} />
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
