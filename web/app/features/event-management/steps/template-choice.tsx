import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconTemplate } from '@tabler/icons-react'
import { use, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useSession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { FeesContext, TemplateContext } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { filledOf, holdsTemplate, isChangedSince, TEMPLATES, withTemplate } from '../form/templates.ts'

export function TemplateChoice() {
  const { control, getValues, reset } = useFormContext<EventForm>()
  const fees = use(FeesContext)
  const [chosen, choose] = use(TemplateContext)
  const { lock_version } = useFormState({ control }).defaultValues ?? {}
  const [modalities, products] = useWatch({ control, name: ['modalities', 'products'] })
  const email = useSession()?.user.email ?? ''
  const [asking, setAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  if (lock_version !== null) return null
  const fill = (values: Partial<EventForm>) => {
    reset({ ...getValues(), ...values }, { keepDefaultValues: true })
    // The button that was pressed disappears.
    place.current?.focus()
  }
  const isFilled = chosen !== null && holdsTemplate(chosen, { modalities })
  if (!isFilled && (modalities.length > 0 || products.length > 0)) return null
  const undo = () => {
    setAsking(false)
    if (chosen) fill(structuredClone(chosen.before))
    choose(null)
  }
  // One section for both states: Chromium 156 leaves the sections below empty when another one appears.
  return (
    <div ref={place} tabIndex={-1}>
      <FormSection
        title={isFilled ? 'Modelo' : 'Começar com um modelo'}
        description={
          <span role="status">
            {isFilled
              ? `“${chosen.name}”: modalidades, kit, pagamento e termos já estão preenchidos. Falta o que é só seu.`
              : 'Preenche modalidades, kit, pagamento e termos. Depois você muda o que quiser.'}
          </span>
        }
      >
        <Group gap="xs">
          {isFilled ? (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => (isChangedSince(chosen, getValues()) ? setAsking(true) : undo())}
            >
              Desfazer modelo
            </Button>
          ) : (
            TEMPLATES.map((template) => (
              <Button
                key={template.name}
                variant="default"
                size="sm"
                leftSection={<IconTemplate size={18} aria-hidden />}
                onClick={() => {
                  const before = getValues()
                  const filled = { ...before, contact_email: before.contact_email || email }
                  const after = withTemplate(filled, template, fees)
                  choose({ name: template.name, before: filledOf(before), after: filledOf(after) })
                  fill(after)
                }}
              >
                {template.name}
              </Button>
            ))
          )}
        </Group>
      </FormSection>
      <ConfirmDialog
        open={asking}
        danger
        title="Desfazer o modelo?"
        confirmLabel="Desfazer modelo"
        cancelLabel="Manter"
        onConfirm={undo}
        onClose={() => setAsking(false)}
      >
        O que você mudou desde então em modalidades, kits, pagamento, termos ou perguntas some também. Os
        outros dados do evento ficam.
      </ConfirmDialog>
    </div>
  )
}
