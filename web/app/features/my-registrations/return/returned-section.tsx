import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { withdrawMyReturn } from '#contract/my-registrations/place-return.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

export type PlaceReturn = NonNullable<MyRegistration['place_return']>

/** A returned place that nobody has bought yet. */
export function ReturnedSection({ id, returned: { refund, until } }: { id: number; returned: PlaceReturn }) {
  const [open, setOpen] = useState(false)
  const takeBack = useRegistrationChange({
    change: () => api(withdrawMyReturn, { params: { id } }),
    done: 'A vaga é sua de novo.',
    failure: 'Erro ao pegar a vaga de volta.',
    onSettled: () => setOpen(false),
  })
  return (
    <section className={classes.section} aria-labelledby="returned-title">
      <h2 id="returned-title">Vaga devolvida</h2>
      <div className={classes.choice}>
        <p>
          O reembolso de <Money value={refund} /> sai quando alguém comprar a vaga, e avisamos por e-mail. Se
          ninguém a comprar até {until}, a inscrição volta a ser sua.
        </p>
        <TextButton variant="default" icon={IconArrowBackUp} onClick={() => setOpen(true)}>
          Pegar a vaga de volta
        </TextButton>
      </div>
      <ConfirmDialog
        open={open}
        title="Pegar a vaga de volta?"
        confirmLabel="Sim, quero correr"
        cancelLabel="Voltar"
        busy={takeBack.isPending}
        onConfirm={() => takeBack.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>A inscrição volta a ser sua, com o mesmo número, e o que foi pago continua pago.</p>
      </ConfirmDialog>
    </section>
  )
}
