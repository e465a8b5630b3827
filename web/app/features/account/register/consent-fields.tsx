import { Anchor, Button, Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { CONSENT_TEXTS } from '#contract/account/consent-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConsentText } from '../consent-text.tsx'
import { isUnderAge, NO_MARKETING } from '../under-age.ts'
import classes from './register.module.css'
import type { RegistrationValues } from './register-account.ts'

const words = (kind: 'promotions' | 'event_updates') => CONSENT_TEXTS[kind].sections[0]?.paragraphs[0]

/** Marketing consents are optional and never preselected. The terms are shown before they are accepted. */
export function ConsentFields() {
  const { register, control, setValue } = useFormContext<RegistrationValues>()
  const birthDate = useWatch({ control, name: 'birth_date' })
  const underAge = isUnderAge(birthDate)
  useEffect(() => {
    if (!underAge) return
    setValue('receive_promotions', false)
    setValue('receive_event_updates', false)
  }, [underAge, setValue])
  return (
    <div className={classes.consents}>
      {underAge ? (
        <p>{NO_MARKETING}</p>
      ) : (
        <>
          <Checkbox
            {...register('receive_promotions')}
            label={`${CONSENT_TEXTS.promotions.title} (opcional)`}
            description={words('promotions')}
          />
          <Checkbox
            {...register('receive_event_updates')}
            label={`${CONSENT_TEXTS.event_updates.title} (opcional)`}
            description={words('event_updates')}
          />
        </>
      )}
      <TermsField />
    </div>
  )
}

function TermsField() {
  const { control } = useFormContext<RegistrationValues>()
  const { field, fieldState } = useController({ control, name: 'accept_terms' })
  const [open, setOpen] = useState(false)
  const accepted = Boolean(field.value)
  return (
    <div>
      <Checkbox
        ref={field.ref}
        name={field.name}
        checked={accepted}
        onBlur={field.onBlur}
        // Ticking opens the dialog with the terms, which are accepted there. Unticking takes effect at once.
        onChange={() => (accepted ? field.onChange(false) : setOpen(true))}
        error={fieldState.error?.message}
        aria-haspopup={accepted ? undefined : 'dialog'}
        label={`Li e aceito o ${CONSENT_TEXTS.terms.title}`}
      />
      <Anchor component="button" type="button" onClick={() => setOpen(true)} className={classes.read}>
        Ler o termo
      </Anchor>
      <ConsentDialog open={open} onAccept={() => field.onChange(true)} onClose={() => setOpen(false)} />
    </div>
  )
}

interface ConsentDialogProps {
  open: boolean
  onAccept: () => void
  onClose: () => void
}

function ConsentDialog({ open, onAccept, onClose }: ConsentDialogProps) {
  return (
    <Dialog opened={open} onClose={onClose} title={CONSENT_TEXTS.terms.title} size="44rem">
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
    </Dialog>
  )
}
