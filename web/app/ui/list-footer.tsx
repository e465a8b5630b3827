import classes from './list-footer.module.css'
import { Pagination } from './pagination.tsx'

export interface ListMeta {
  current_page: number
  last_page: number
  total: number
  /** There are more than `total` rows; the rest was not counted. */
  more?: boolean
}

export function ListFooter({ meta }: { meta: ListMeta }) {
  return (
    <div className={classes.footer}>
      <p role="status" className="numbers">
        Página {meta.current_page} de {meta.last_page}, {meta.more ? 'mais de' : 'total de'} {meta.total}{' '}
        registros
      </p>
      <Pagination page={meta.current_page} lastPage={meta.last_page} />
    </div>
  )
}
