import { FileButton, Textarea } from '@mantine/core'
import { IconListCheck, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addCouponPeople,
  clearCouponPeople,
  countCouponPeople,
} from '#contract/event-management/coupon-uses.ts'
import { plural } from '#contract/words.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import classes from './coupon.module.css'

interface StoredCoupon {
  eventId: number
  couponId: number
  /** The coupon's code. */
  name: string
}

const peopleKey = ({ eventId, couponId }: StoredCoupon) => [...EVENTS_KEY, eventId, 'coupon-people', couponId]

/** Opens the list of people who may use a coupon. Only their number is ever shown. */
export function CouponPeople(coupon: StoredCoupon) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <TextButton variant="default" icon={IconListCheck} onClick={() => setOpen(true)}>
        Lista de pessoas
      </TextButton>
      <Dialog opened={open} onClose={close} title={`Quem pode usar ${coupon.name}`} size="lg">
        {open && <People {...coupon} onClose={close} />}
      </Dialog>
    </>
  )
}

function People({ onClose, ...coupon }: StoredCoupon & { onClose: () => void }) {
  const [list, setList] = useState('')
  const params = { id: coupon.eventId, couponId: coupon.couponId }
  const people = useQuery(dataQuery(peopleKey(coupon), countCouponPeople, { params }))
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () => api(addCouponPeople, { params, body: { list } }),
    onSuccess: async ({ data }) => {
      showToast('success', `${plural(data.added, 'pessoa nova', 'pessoas novas')} na lista.`)
      setList('')
      await queries.invalidateQueries({ queryKey: peopleKey(coupon) })
    },
  })
  const lines = add.error instanceof ApiFailure ? add.error.errors.list : undefined
  const { cpfs = 0, emails = 0 } = people.data ?? {}
  return (
    <DialogForm
      confirmLabel="Adicionar à lista"
      cancelLabel="Fechar"
      busy={add.isPending}
      disabled={list.trim() === ''}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
      onClose={onClose}
    >
      <p className={classes.counts} aria-live="polite">
        {people.data
          ? `Na lista: ${plural(cpfs, 'CPF', 'CPFs')} e ${plural(emails, 'e-mail', 'e-mails')}.`
          : 'Carregando…'}
      </p>
      <Textarea
        label="CPFs e e-mails"
        description="Um por linha, até 20.000. A lista é apagada 30 dias depois da prova."
        autosize
        minRows={5}
        maxRows={12}
        spellCheck={false}
        value={list}
        onChange={({ currentTarget }) => setList(currentTarget.value)}
        error={
          add.error &&
          (lines
            ? lines.map((line) => (
                <span key={line} className={classes.line}>
                  {line}
                </span>
              ))
            : failureMessage(add.error, 'Erro ao salvar a lista.'))
        }
      />
      <div className={classes.actions}>
        <FileButton
          accept=".txt,.csv,text/plain,text/csv"
          onChange={async (file) => file && setList(await file.text())}
        >
          {(props) => (
            <TextButton variant="default" icon={IconUpload} {...props}>
              Ler de um arquivo
            </TextButton>
          )}
        </FileButton>
        {cpfs + emails > 0 && (
          <ActionButton
            icon={IconTrash}
            label="Esvaziar a lista"
            danger
            question={{
              title: 'Esvaziar a lista?',
              words: 'Enquanto a lista estiver vazia, ninguém pode usar o cupom.',
              confirm: 'Esvaziar',
            }}
            action={() => api(clearCouponPeople, { params })}
            invalidates={peopleKey(coupon)}
            failure="Erro ao esvaziar a lista."
          />
        )}
      </div>
    </DialogForm>
  )
}
