import { Skeleton } from '@mantine/core'
import { IconArrowsMaximize, IconCalendarEvent, IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { AnchorButton, TextButton } from '#web/ui/text-button.tsx'
import { CopyField } from './copy-field.tsx'
import classes from './payment.module.css'
import { groupedLine } from './payment-view.ts'
import { PixField } from './pix-field.tsx'

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
        <TextButton
          variant="default"
          icon={IconArrowsMaximize}
          aria-haspopup="dialog"
          onClick={() => setHeldUp(true)}
        >
          Mostrar no caixa
        </TextButton>
        {boleto.pdf_url && (
          <AnchorButton
            href={boleto.pdf_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            icon={IconFileTypePdf}
          >
            Abrir o PDF
          </AnchorButton>
        )}
      </div>
      {payment.pix && <BoletoPix code={payment.pix.code} />}
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

const BoletoPix = ({ code }: { code: string }) => (
  <section className={classes.boletoPix} aria-labelledby="boleto-pix">
    <h2 id="boleto-pix">Pague este boleto com Pix</h2>
    <p className={classes.note}>É a mesma cobrança: pague só uma vez. Com Pix, a confirmação sai na hora.</p>
    <div className={classes.pix}>
      <QrCode text={code} label="QR Code do Pix deste boleto" className={classes.qr} />
      <div className={classes.stack}>
        <PixField code={code} />
      </div>
    </div>
  </section>
)

/** Stretched to its container, which preserves the proportions of the bars. */
function Barcode({ digits, className }: { digits: string; className: string | undefined }) {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    // The library is large, so it is loaded on demand.
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
