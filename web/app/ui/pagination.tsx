import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { IconChevronLeft, IconChevronRight } from './icons.tsx'
import classes from './pagination.module.css'

interface PaginationProps {
  page: number
  lastPage: number
}

export function Pagination({ page, lastPage }: PaginationProps) {
  const [search] = useSearchParams()
  // The history state may hold a search that must not be in the URL, so the links pass it on.
  const { state } = useLocation()
  if (lastPage <= 1) return null
  const to = (target: number) => {
    const next = new URLSearchParams(search)
    next.set('pagina', String(target))
    return `?${next}`
  }
  return (
    <nav aria-label="Paginação" className={classes.pagination}>
      <Step
        to={page > 1 ? to(page - 1) : null}
        state={state}
        label="Página anterior"
        icon={<IconChevronLeft size={20} aria-hidden />}
      />
      {pagesAround(page, lastPage).map((entry) =>
        typeof entry === 'string' ? (
          <span key={entry} className={classes.gap} aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={entry}
            to={to(entry)}
            state={state}
            className={classes.page}
            aria-label={`Página ${entry}`}
            aria-current={entry === page ? 'page' : undefined}
          >
            {entry}
          </Link>
        ),
      )}
      <Step
        to={page < lastPage ? to(page + 1) : null}
        state={state}
        label="Próxima página"
        icon={<IconChevronRight size={20} aria-hidden />}
      />
    </nav>
  )
}

interface StepProps {
  to: string | null
  state: unknown
  label: string
  icon: ReactNode
}

function Step({ to, state, label, icon }: StepProps) {
  if (to === null)
    return (
      <span className={classes.page} data-disabled aria-hidden>
        {icon}
      </span>
    )
  return (
    <Link to={to} state={state} className={classes.page} aria-label={label}>
      {icon}
    </Link>
  )
}

/** The first, last and current page and the current one's neighbours, with a gap where pages are left out. */
function pagesAround(page: number, last: number): (number | string)[] {
  const shown = [1, page - 1, page, page + 1, last].filter(
    (entry, index, all) => entry >= 1 && entry <= last && all.indexOf(entry) === index,
  )
  return shown
    .sort((a, b) => a - b)
    .flatMap((entry, index) => {
      const before = shown[index - 1]
      return before !== undefined && entry - before > 1 ? [`gap-${entry}`, entry] : [entry]
    })
}
