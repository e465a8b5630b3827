import { Checkbox } from '@mantine/core'
import { useLocation, useSearchParams } from 'react-router'
import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import { incompleteWords, legWords, type TeamMembership } from '#contract/event/relay.ts'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import { isFreeValue, paymentChip } from '#contract/payment/payment-status.ts'
import { PaymentStatus, RegistrationStatus } from '#web/features/registration/status.tsx'
import { pathTo, REGISTRATION_EDIT_PATH } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import cells from '#web/ui/cells.module.css'
import { actionsColumn } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { RowLink } from '#web/ui/row-link.tsx'
import { ParticipantMenu } from './participant-menu.tsx'
import classes from './participants.module.css'
import type { Selection } from './use-selection.ts'

const dayOf = (instant: string) => toBrazilianDate(dayIn(undefined, new Date(instant)))
const small = `${classes.small} ${cells.wide}`

interface ParticipantColumn extends Column<ParticipantRow> {
  /** Shown only to those who choose it. */
  isHidden?: true
}

export const COLUMNS: readonly ParticipantColumn[] = [
  {
    key: 'participant',
    header: 'Participante',
    title: true,
    sort: 'name',
    compact: 'first',
    cell: ({ id, participant: { name, cpf, emailResponsible } }) => (
      <div className={classes.person}>
        <RegistrationLink id={id} name={name} />
        <span className={small} title={emailResponsible}>
          {formatCpf(cpf)} · {emailResponsible}
        </span>
      </div>
    ),
  },
  {
    key: 'category',
    header: 'Prova',
    compact: 'second',
    cell: ({ category, ineligible, team }) => (
      <div className={classes.whole}>
        <span>{category.name}</span>
        {team && <TeamWords team={team} />}
        <span className={classes.small} title={ineligible ?? undefined}>
          {category.modality}
          {ineligible && <strong className={classes.ineligible}> · Fora da regra</strong>}
        </span>
      </div>
    ),
  },
  {
    key: 'product',
    header: 'Produto',
    compact: 'third',
    cell: ({ products }) =>
      products.map(({ id, name, shirt_size }) => (
        <div key={id} className={classes.whole}>
          <span>{name}</span>
          {shirt_size && (
            <span className={classes.small}>
              <span className={cells.wide}>Camisa </span>
              {shirt_size}
            </span>
          )}
        </div>
      )),
  },
  {
    key: 'value',
    header: 'Valor',
    align: 'end',
    sort: 'value',
    compact: 'third-end',
    cell: (row) => <Value row={row} />,
  },
  {
    key: 'payment',
    header: 'Pagamento',
    sort: 'paid_on',
    compact: 'second-end',
    cell: (row) => <Payment row={row} />,
  },
  {
    key: 'status',
    header: 'Inscrição',
    sort: 'id',
    compact: 'first-end',
    cell: (row) => (
      <div className={`${classes.cell} ${classes.status}`}>
        <RegistrationStatus row={row} />
        <span className={small}>{row.cancellation_requested ? 'Pediu o cancelamento' : `Nº ${row.id}`}</span>
      </div>
    ),
  },
  {
    key: 'phone',
    header: 'Telefone',
    isHidden: true,
    cell: ({ participant }) => <span className="numbers">{formatPhone(participant.phone)}</span>,
  },
  {
    key: 'ineligible',
    header: 'Fora da regra',
    isHidden: true,
    cell: ({ ineligible }) => ineligible,
  },
  {
    key: 'leg',
    header: 'Trecho',
    isHidden: true,
    cell: ({ team }) => team && legWords(team.leg, team.leg_name),
  },
  {
    key: 'group',
    header: 'Grupo',
    isHidden: true,
    cell: ({ group }) => group,
  },
  {
    key: 'created',
    header: 'Inscrito em',
    isHidden: true,
    cell: ({ created_at }) => <span className="numbers">{dayOf(created_at)}</span>,
  },
]

function TeamWords({ team }: { team: TeamMembership }) {
  const incomplete = incompleteWords(team)
  return (
    <span className={classes.small} title={legWords(team.leg, team.leg_name)}>
      {incomplete && <strong className={classes.ineligible}>{incomplete} · </strong>}
      {team.name}
    </span>
  )
}

/** Without a chip if it would repeat that of the registration. */
function Payment({ row: { payment, status } }: { row: ParticipantRow }) {
  const day = payment?.payment_date ? dayOf(payment.payment_date) : null
  if (!isFreeValue(payment?.value) && paymentChip(payment?.status).label === status)
    return <span className={`numbers ${cells.wide}`}>{day ?? '—'}</span>
  return (
    <div className={classes.cell}>
      <PaymentStatus payment={payment} />
      {day && <span className={small}>{day}</span>}
    </div>
  )
}

function Value({ row: { value, credit } }: { row: ParticipantRow }) {
  return (
    <div className={classes.cell}>
      {isFreeValue(value) ? <span>Gratuito</span> : <Money value={value} />}
      {!isFreeValue(credit) && (
        <span className={small}>
          Crédito de <Money value={credit} />
        </span>
      )}
    </div>
  )
}

/** Query parameter with the id of the registration whose panel is open beside the list. */
export const PANEL_PARAM = 'inscricao'

/** Opens the panel of a registration beside the list and preserves the list's filters, page and search. */
function RegistrationLink({ id, name }: { id: number; name: string }) {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const mayEdit = useMay('edit-registration-participant-event')
  const search = new URLSearchParams(params)
  search.set(PANEL_PARAM, String(id))
  return (
    <RowLink
      to={{ search: `?${search}` }}
      state={state}
      edit={mayEdit ? pathTo(REGISTRATION_EDIT_PATH, id) : undefined}
      preventScrollReset
      className={classes.name}
      title={name}
    >
      {name}
    </RowLink>
  )
}

const selectColumn = (selection: Selection): Column<ParticipantRow> => ({
  key: 'select',
  header: 'Seleção',
  select: {
    all: (
      <Checkbox
        aria-label="Selecionar todas desta página"
        checked={selection.isPageSelected}
        indeterminate={!selection.isPageSelected && selection.ids.length > 0}
        onChange={(event) => selection.selectPage(event.currentTarget.checked)}
      />
    ),
  },
  cell: ({ id, participant: { name } }) => (
    <Checkbox
      aria-label={`Selecionar ${name}`}
      checked={selection.ids.includes(id)}
      onChange={(event) => selection.select([id], event.currentTarget.checked)}
    />
  ),
})

interface Options {
  mayEdit: boolean
  onCancel: (row: ParticipantRow) => void
  /** Null: the user may do nothing with a selection. */
  selection: Selection | null
}

export const participantColumns = ({
  mayEdit,
  onCancel,
  selection,
}: Options): readonly Column<ParticipantRow>[] => [
  ...(selection ? [selectColumn(selection)] : []),
  ...COLUMNS,
  ...(mayEdit
    ? [actionsColumn<ParticipantRow>((row) => <ParticipantMenu row={row} onCancel={onCancel} />)]
    : []),
]
