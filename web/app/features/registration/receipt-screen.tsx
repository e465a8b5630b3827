import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { formatCnpj, formatCpf, formatPhone } from '#contract/documents.ts'
import type { MyRegistration } from '#contract/registration.ts'
import { MY_REGISTRATION_PATH, pathTo } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { useRootMark } from '../../ui/use-root-mark.ts'
import { longDate } from '../event/date-words.ts'
import { momentWords } from './moment.ts'
import { PriceLines } from './price-lines.tsx'
import classes from './receipt.module.css'
import { WithRegistration } from './with-registration.tsx'

export const meta = pageTitle('Comprovante')

/** A sheet to print or keep. There is one once the registration is confirmed. */
export default function ReceiptScreen() {
  return <WithRegistration>{(registration) => <Receipt registration={registration} />}</WithRegistration>
}

function Receipt({ registration }: { registration: MyRegistration }) {
  const back = pathTo(MY_REGISTRATION_PATH, registration.id)
  if (!registration.receipt) {
    return (
      <>
        <h1 className="sr-only">Comprovante</h1>
        <EmptyState
          title="O comprovante ainda não está pronto."
          description="Ele aparece aqui assim que a inscrição for confirmada."
        >
          <LinkButton to={back}>Ver a inscrição</LinkButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <div className={classes.buttons}>
        <LinkButton to={back} variant="default" icon={IconArrowLeft}>
          Voltar
        </LinkButton>
        <Button leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      <Sheet registration={registration} receipt={registration.receipt} />
    </>
  )
}

interface SheetProps {
  registration: MyRegistration
  receipt: NonNullable<MyRegistration['receipt']>
}

function Sheet({ registration, receipt }: SheetProps) {
  useRootMark('receipt')
  const { event, participant, category, product, lines, value } = registration
  const { organizer, payer } = receipt
  return (
    <article className={classes.sheet}>
      <div className={classes.head}>
        <Logo height={26} />
        <p>
          Nº <b>{receipt.number}</b>
        </p>
      </div>
      <h1>Comprovante de inscrição</h1>
      <p className={classes.lead}>
        Inscrição de <b>{participant.name}</b> em <b>{event.title}</b>, confirmada em{' '}
        {momentWords(receipt.confirmed_at)}.
      </p>
      <div className={classes.facts}>
        <Facts
          facts={[
            ['Data da prova', event.date_event && longDate(event.date_event)],
            ['Horário', event.start_time],
            ['Local', [event.city, event.state].filter(Boolean).join(', ')],
            ['Modalidade', category.modality],
            ['Categoria', category.name],
            ['Kit', product.name],
            ['Camisa', product.shirt_size],
            ['CPF do participante', formatCpf(participant.cpf)],
          ]}
        />
      </div>
      <PriceLines lines={lines} total={value} />
      <div className={classes.facts}>
        <Facts
          facts={[
            ['Pagador', payer.name],
            ['CPF do pagador', payer.cpf && formatCpf(payer.cpf)],
            ['Organização', organizer.name],
            [
              'CNPJ',
              organizer.cnpj && <span className={classes.whole}>{formatCnpj(organizer.cnpj)}</span>,
              'wide',
            ],
            ['Telefone da organização', organizer.phone && formatPhone(organizer.phone)],
          ]}
        />
      </div>
    </article>
  )
}
