import { Button, Skeleton } from '@mantine/core'
import { IconArrowsMaximize, IconCalendarEvent, IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { PaymentPage } from '#contract/payment-page.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyField } from './copy-field.tsx'
import { groupedLine } from './digitable-line.ts'
import classes from './payment.module.css'

interface BoletoProps {
  payment: PaymentPage
  boleto: NonNullable<PaymentPage['boleto']>
}

export function Boleto({ payment, boleto }: BoletoProps) {
  const [isHeldUp, setHeldUp] = useState(false)
  return (
    <div className={classes.stack}>
      <p className={classes.deadline}>
        <IconCalendarEvent size={22} aria-hidden />
        <span>
          Vence em <strong>{payment.due_date}</strong>. Depois de pago, o banco leva até três dias úteis para
          avisar, e a vaga fica guardada.
        </span>
      </p>
      <CopyField
        label="Linha digitável"
        text={boleto.line}
        shown={groupedLine(boleto.line)}
        action="Copiar linha digitável"
        done="Linha digitável copiada. Cole no aplicativo do seu banco."
      />
      <Barcode digits={boleto.barcode} className={classes.barcode} />
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconArrowsMaximize size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setHeldUp(true)}
        >
          Mostrar no caixa
        </Button>
        {boleto.pdf_url && (
          <Button
            component="a"
            href={boleto.pdf_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconFileTypePdf size={20} aria-hidden />}
          >
            Abrir o PDF
          </Button>
        )}
      </div>
      <Dialog
        opened={isHeldUp}
        onClose={() => setHeldUp(false)}
        fullScreen
        title="Código de barras"
        classNames={{ content: classes.heldUp, header: classes.heldUp, body: classes.heldUpBody }}
      >
        <p>Aumente o brilho da tela e aproxime o leitor.</p>
        <Barcode digits={boleto.barcode} className={classes.turned} />
        <p className="numbers">{groupedLine(boleto.line)}</p>
      </Dialog>
    </div>
  )
}

/** Drawn in the browser, stretched to the width of its frame: the bars keep their proportions. */
function Barcode({ digits, className }: { digits: string; className: string | undefined }) {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    // Loaded on demand: it is large.
    import('bwip-js/browser').then(({ drawingSVG, interleaved2of5 }) => {
      const svg = interleaved2of5({ bcid: 'interleaved2of5', text: digits, height: 13 }, drawingSVG())
      if (wanted) setPicture(svg.replace('<svg ', '<svg preserveAspectRatio="none" '))
    })
    return () => {
      wanted = false
    }
  }, [digits])
  return (
    <div className={className}>
      {picture ? (
        <img src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt="Código de barras do boleto" />
      ) : (
        <Skeleton height="100%" />
      )}
    </div>
  )
}
