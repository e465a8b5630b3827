import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconDeviceFloppy } from '@tabler/icons-react'
import classes from './editor.module.css'
import { STEPS } from './form/steps.ts'

interface StepButtonsProps {
  step: number
  saving: boolean
  onGo: (step: number) => void
  /** Null for who may only look. */
  onSave: ((close: boolean) => void) | null
}

export function StepButtons({ step, saving, onGo, onSave }: StepButtonsProps) {
  const last = step === STEPS.length - 1
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={20} aria-hidden />}
        disabled={step === 0 || saving}
        onClick={() => onGo(step - 1)}
      >
        Voltar
      </Button>
      {!last && (
        <Button
          rightSection={<IconArrowRight size={20} aria-hidden />}
          disabled={saving}
          onClick={() => onGo(step + 1)}
        >
          Próximo
        </Button>
      )}
      {last && onSave && (
        <Button
          leftSection={<IconDeviceFloppy size={20} aria-hidden />}
          loading={saving}
          onClick={() => onSave(false)}
        >
          Salvar
        </Button>
      )}
    </div>
  )
}
