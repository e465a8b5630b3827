import { useLocation, useSearchParams } from 'react-router'
import { RowLink } from '../../../ui/row-link.tsx'
import classes from './participants.module.css'

/** The registration whose panel is open beside the list. */
export const PANEL_PARAM = 'inscricao'

/** Opens the panel of a registration beside the list, whose filters, page and hidden search stay in the address. */
export function RegistrationLink({ id, name }: { id: number; name: string }) {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const search = new URLSearchParams(params)
  search.set(PANEL_PARAM, String(id))
  return (
    <RowLink
      to={{ search: `?${search}` }}
      state={state}
      preventScrollReset
      className={classes.name}
      title={name}
    >
      {name}
    </RowLink>
  )
}
