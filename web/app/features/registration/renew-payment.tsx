import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { renewMyPayment } from '#contract/registration.ts'
import { api, failureMessage } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import classes from './details.module.css'
import { REGISTRATIONS_KEY } from './queries.ts'

/** The way to pay for a registration that stands although what was to be paid for it cannot be. */
export function RenewPayment({ registrationId }: { registrationId: number }) {
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: () => api(renewMyPayment, { params: { id: registrationId } }),
    onSuccess: ({ data, message }) =>
      data.payment_link
        ? showToast('success', message ?? 'Novo pagamento gerado.')
        : showToast('info', 'O novo link ainda não ficou pronto. Ele aparece aqui e vai para o seu e-mail.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao gerar o pagamento.')),
    // Whatever became of it, what the screen shows next is what is.
    onSettled: () => queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY }),
  })
  return (
    <div className={classes.renew}>
      <p>
        <strong>Falta o pagamento.</strong> O anterior não pode mais ser usado. Gere outro e pague com o novo
        link.
      </p>
      <Button
        fullWidth
        leftSection={<IconRefresh size={20} aria-hidden />}
        loading={renew.isPending}
        onClick={() => renew.mutate()}
      >
        Gerar novo pagamento
      </Button>
    </div>
  )
}
