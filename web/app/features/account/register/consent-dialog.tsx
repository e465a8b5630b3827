import { Button, Modal } from '@mantine/core'
import { CONSENT_TEXTS } from '#contract/consent-text.ts'
import { ConsentText } from '../consent-text.tsx'
import classes from './consent-dialog.module.css'

interface ConsentDialogProps {
  open: boolean
  onAccept: () => void
  onClose: () => void
}

export function ConsentDialog({ open, onAccept, onClose }: ConsentDialogProps) {
  return (
    <Modal opened={open} onClose={onClose} title={CONSENT_TEXTS.terms.title} size="44rem">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys scroll it */}
      <section className={classes.text} tabIndex={0} aria-label="Texto do termo">
        <ConsentText level="h3" />
      </section>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          onClick={() => {
            onAccept()
            onClose()
          }}
        >
          Aceitar
        </Button>
      </div>
    </Modal>
  )
}
