import { Button, Group, TextInput } from '@mantine/core'
import { IconBan, IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  CODE_STATUSES,
  type CouponCode,
  createCouponCodes,
  exportCouponCodes,
  listCouponCodes,
  revokeCouponCodes,
} from '#contract/event-management/coupon-uses.ts'
import { plural } from '#contract/words.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { ApiFailure, api, apiFile, failureMessage } from '#web/api/api.ts'
import { responseQuery } from '#web/api/data-query.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { pathTo, REGISTRATION_PATH } from '#web/paths.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CopyLink } from './copy-link.tsx'
import classes from './coupon.module.css'

interface StoredCoupon {
  eventId: number
  couponId: number
  /** The coupon's code. */
  name: string
}

const PER_PAGE = 20
const codesKey = ({ eventId, couponId }: StoredCoupon) => [...EVENTS_KEY, eventId, 'coupon-codes', couponId]
const codesQuery = (coupon: StoredCoupon, page: number) => ({
  ...responseQuery([...codesKey(coupon), page], listCouponCodes, {
    params: { id: coupon.eventId, couponId: coupon.couponId },
    query: { page, per_page: PER_PAGE },
  }),
  placeholderData: keepPreviousData,
})

/** Opens the single-use codes of a coupon. */
export function CouponCodes(coupon: StoredCoupon) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TextButton variant="default" icon={IconTicket} onClick={() => setOpen(true)}>
        Códigos de uso único
      </TextButton>
      <Dialog opened={open} onClose={() => setOpen(false)} title={`Códigos de ${coupon.name}`} size="xl">
        {open && <Codes {...coupon} />}
      </Dialog>
    </>
  )
}

function Codes(coupon: StoredCoupon) {
  const [page, setPage] = useState(1)
  const codes = useQuery(codesQuery(coupon, page))
  const params = { id: coupon.eventId, couponId: coupon.couponId }
  const counts = codes.data?.counts
  const total = codes.data?.meta.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / PER_PAGE))
  return (
    <div className={classes.dialog}>
      <p className={classes.counts} aria-live="polite">
        {counts
          ? `${plural(total, 'código', 'códigos')}: ${plural(counts.free, 'livre', 'livres')}, ${plural(counts.used, 'usado', 'usados')}, ${plural(counts.revoked, 'cancelado', 'cancelados')}.`
          : 'Carregando…'}
      </p>
      {counts && <NewCodes coupon={coupon} total={total} />}
      {total > 0 && (
        <Group gap="sm">
          <DownloadButton
            load={() => apiFile(exportCouponCodes, { params })}
            fileName={`codigos-${coupon.name.toLowerCase()}.csv`}
          >
            Baixar CSV com os links
          </DownloadButton>
          {counts !== undefined && counts.free > 0 && (
            <ActionButton
              icon={IconBan}
              label="Cancelar os livres"
              danger
              question={{
                title: 'Cancelar os códigos livres?',
                words: `${plural(counts.free, 'código que ninguém usou deixa', 'códigos que ninguém usou deixam')} de valer. Não dá para desfazer.`,
                confirm: 'Cancelar códigos',
              }}
              action={() => api(revokeCouponCodes, { params, body: { code_ids: null } })}
              invalidates={codesKey(coupon)}
              failure="Erro ao cancelar os códigos."
            />
          )}
        </Group>
      )}
      {total > 0 && (
        <DataTable
          caption={`Códigos de ${coupon.name}`}
          columns={columnsOf(coupon)}
          rows={codes.data?.data}
          rowKey={({ id }) => id}
        />
      )}
      {lastPage > 1 && (
        <Group gap="sm" justify="center">
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <span>
            Página {page} de {lastPage}
          </span>
          <Button variant="default" disabled={page === lastPage} onClick={() => setPage(page + 1)}>
            Próximos
          </Button>
        </Group>
      )}
    </div>
  )
}

/** The request names the total, so that sending it twice creates nothing more. */
function NewCodes({ coupon, total }: { coupon: StoredCoupon; total: number }) {
  const [count, setCount] = useState('')
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      api(createCouponCodes, {
        params: { id: coupon.eventId, couponId: coupon.couponId },
        body: { total: total + Number(count) },
      }),
    onSuccess: async ({ data }) => {
      showToast('success', `${plural(data.created, 'código gerado', 'códigos gerados')}.`)
      setCount('')
      await queries.invalidateQueries({ queryKey: codesKey(coupon) })
    },
  })
  const failure = create.error
  return (
    <div className={classes.newCodes}>
      <TextInput
        label="Quantos códigos gerar, até 5.000 por vez"
        inputMode="numeric"
        autoComplete="off"
        value={count}
        onChange={({ currentTarget }) => setCount(currentTarget.value.replace(/\D/g, '').slice(0, 5))}
        error={
          failure &&
          ((failure instanceof ApiFailure && failure.errorOf('total')) ||
            failureMessage(failure, 'Erro ao gerar os códigos.'))
        }
      />
      <Button disabled={Number(count) === 0} loading={create.isPending} onClick={() => create.mutate()}>
        Gerar
      </Button>
    </div>
  )
}

const columnsOf = (coupon: StoredCoupon): Column<CouponCode>[] => [
  {
    key: 'code',
    header: 'Código',
    title: true,
    cell: ({ code }) => <span className={classes.mono}>{code}</span>,
  },
  {
    key: 'status',
    header: 'Situação',
    cell: ({ status, registration_id: id }) =>
      id === null ? (
        CODE_STATUSES[status]
      ) : (
        <>
          {CODE_STATUSES[status]} na <Link to={pathTo(REGISTRATION_PATH, id)}>inscrição {id}</Link>
        </>
      ),
  },
  {
    key: 'actions',
    header: 'Ações',
    actions: true,
    align: 'end',
    cell: (code) =>
      code.status === 'free' && (
        <span className={classes.codeActions}>
          <CopyLink link={code.link} code={code.code} />
          <RevokeButton coupon={coupon} code={code} />
        </span>
      ),
  },
]

const RevokeButton = ({ coupon, code: { id, code } }: { coupon: StoredCoupon; code: CouponCode }) => (
  <FormDialogButton
    icon={IconBan}
    label={`Cancelar ${code}`}
    compact
    danger
    title={`Cancelar ${code}?`}
    submit="Cancelar código"
    action={() =>
      api(revokeCouponCodes, {
        params: { id: coupon.eventId, couponId: coupon.couponId },
        body: { code_ids: [id] },
      })
    }
    changes={codesKey(coupon)}
  >
    {() => 'O código deixa de valer. Não dá para desfazer.'}
  </FormDialogButton>
)
