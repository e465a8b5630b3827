import { Skeleton } from '@mantine/core'
import { IconChevronRight, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import stat from '#web/ui/stat-card.module.css'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'
import classes from './home.module.css'

export interface Health {
  tone: Tone
  words: string
  facts: readonly { label: string; value: ReactNode; wrong?: boolean }[]
  reason?: string | undefined
}

interface HealthCardProps {
  icon: TablerIcon
  title: string
  /** Undefined while loading. */
  health: Health | undefined
  more: { to: string; label: string }
}

const LINES = [1, 2, 3]

export function HealthCard({ icon: Icon, title, health, more }: HealthCardProps) {
  return (
    <section className={stat.card} aria-busy={!health}>
      <div className={classes.healthHead}>
        <span className={stat.icon} aria-hidden>
          <Icon size={22} />
        </span>
        <h3>{title}</h3>
        {health ? (
          <StatusChip tone={health.tone}>{health.words}</StatusChip>
        ) : (
          <Skeleton width={96} height={26} />
        )}
      </div>
      {health ? (
        <dl className={classes.facts}>
          {health.facts.map(({ label, value, wrong }) => (
            <div key={label} data-wrong={wrong || undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        LINES.map((line) => <Skeleton key={line} height={16} mb={12} />)
      )}
      {health?.reason && <p className={classes.reason}>{health.reason}</p>}
      <Link to={more.to} className={classes.more}>
        {more.label}
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </section>
  )
}
