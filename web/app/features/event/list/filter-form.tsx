import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { City, State } from '#contract/city/city.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconAdjustmentsHorizontal } from '#web/ui/icons.tsx'
import { preloadSheet, Sheet } from '#web/ui/sheet.tsx'
import { FilterFields } from './filter-fields.tsx'
import classes from './filter-form.module.css'
import { countFilters, type Filters } from './filters.ts'
import { SearchBox } from './search-box.tsx'
import type { useFilters } from './use-filters.ts'

interface FilterFormProps {
  filters: ReturnType<typeof useFilters>
  states: readonly State[]
  raceCities: readonly City[]
}

/** Wide screens show all filters; small screens show the title and hold the others in a drawer. */
export function FilterForm({
  filters: { path, draft, change, choose, adopt, submit },
  states,
  raceCities,
}: FilterFormProps) {
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const comeAlive = useEffectEvent(() => {
    if (form.current) adopt(form.current)
  })
  useEffect(() => comeAlive(), [])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    submit()
  }
  const fields = <FilterFields draft={draft} states={states} raceCities={raceCities} change={change} />

  return (
    <search>
      <form
        ref={form}
        action={path}
        onSubmit={onSubmit}
        className={classes.form}
        aria-label="Filtrar eventos"
      >
        <SearchBox title={draft.title} onType={(title) => change('title', title)} onChoose={choose} />
        <Button
          variant="default"
          className={classes.more}
          icon={IconAdjustmentsHorizontal}
          end={<Count filters={draft} />}
          aria-haspopup="dialog"
          onPointerEnter={preloadSheet}
          onFocus={preloadSheet}
          onClick={() => setOpen(true)}
        >
          <span className="sr-only">Filtros avançados</span>
        </Button>
        <div className={classes.fields}>{fields}</div>
        <div className={classes.buttons}>
          <Button type="submit">Buscar</Button>
          <ClearLink path={path} />
        </div>
      </form>
      <Sheet open={open} onClose={() => setOpen(false)} side="right" title="Filtros avançados">
        <form action={path} onSubmit={onSubmit} className={classes.drawer} aria-label="Filtros avançados">
          {fields}
          <div className={classes.drawerButtons}>
            <ClearLink path={path} onClick={() => setOpen(false)} />
            <Button type="submit">Buscar</Button>
          </div>
        </form>
      </Sheet>
    </search>
  )
}

function ClearLink({ path, onClick }: { path: string; onClick?: () => void }) {
  return (
    <ButtonLink to={path} preventScrollReset variant="default" onClick={onClick}>
      Limpar
    </ButtonLink>
  )
}

function Count({ filters }: { filters: Filters }) {
  const count = countFilters({ ...filters, title: '' })
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {count} em uso</span>
    </span>
  )
}
