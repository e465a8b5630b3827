import { Button, Loader } from '@mantine/core'
import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { momentWords } from '../registration/moment.ts'
import { PayButton } from './pay-button.tsx'
import type { Payer, SuccessState } from './success-place.ts'
import classes from './success-screen.module.css'
import { useArrivalToast } from './use-arrival-toast.ts'
import { usePayers } from './use-payers.ts'

const ICON_MS = 500

/** The order stands; what is left is paying it. */
export function SuccessScreen(success: SuccessState) {
  useArrivalToast()
  const { payers, isWaiting, isRefused } = usePayers(success)
  const [only, ...others] = payers
  const heldUntil = payers.find((payer) => payer.held_until)?.held_until
  const until = heldUntil ? momentWords(heldUntil) : 'o vencimento'
  return (
    <div className={classes.screen}>
      <CheckIcon />
      <h1>Inscrição realizada com sucesso!</h1>
      <p className={classes.words}>
        {others.length > 0
          ? `As vagas estão guardadas até ${until}. Cada inscrição tem o seu próprio pagamento.`
          : `Sua vaga está guardada até ${until}. Agora só falta o pagamento.`}
      </p>
      {others.length > 0 ? (
        <div className={classes.table}>
          <DataTable
            caption="Pagamentos"
            columns={COLUMNS}
            rows={payers.map(toRow)}
            rowKey={({ id }) => id}
          />
        </div>
      ) : (
        <PayButton
          size="lg"
          link={only?.payment_link ?? null}
          rightSection={<IconExternalLink size={20} aria-hidden />}
        >
          Ir para pagamento
        </PayButton>
      )}
      <p className={classes.waiting} role="status">
        {isWaiting && (
          <>
            <Loader size={18} /> Gerando link de pagamento…
          </>
        )}
        {!isWaiting &&
          isRefused &&
          'O link de pagamento não pôde ser gerado. A vaga continua guardada: abra a inscrição em Meus Eventos e gere outro.'}
      </p>
      <p className={classes.words}>O link também vai para o seu e-mail e fica em Meus Eventos.</p>
      <Button component={Link} to="/participante/eventos" variant="default">
        Ver minhas inscrições
      </Button>
    </div>
  )
}

interface Row extends Payer {
  id: string
}

const toRow = (payer: Payer, i: number): Row => ({ ...payer, id: `pagamento-${i}` })

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Nome do Participante',
    title: true,
    cell: ({ id, name }) => <span id={id}>{name}</span>,
  },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: ({ id, payment_link: link, free }) => (
      <span className={classes.actions}>
        {free && <StatusChip tone="success">Gratuito</StatusChip>}
        <PayButton link={link} aria-describedby={id}>
          Pagar
        </PayButton>
      </span>
    ),
  },
]

/** Drawn half a second after the page, in a place that was kept for it. */
function CheckIcon() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setShown, ICON_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className={classes.place}>
      {shown && (
        <span className={classes.check} role="img" aria-label="Concluída">
          <IconCheck size={52} stroke={3} aria-hidden />
        </span>
      )}
    </span>
  )
}
