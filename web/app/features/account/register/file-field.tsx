import { Button, Input } from '@mantine/core'
import { IconFileTypePdf, IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import classes from '#web/ui/file-drop.module.css'
import { TextButton } from '#web/ui/text-button.tsx'
import { fileProblem, isImage } from './file-problem.ts'
import type { RegistrationValues } from './register-account.ts'

interface Picked {
  name: string
  image: boolean
  url: string
}

export function FileField() {
  const { control, setError, clearErrors } = useFormContext<RegistrationValues>()
  const { field, fieldState } = useController({ control, name: 'image' })
  const [picked, setPicked] = useState<Picked | null>(null)
  const id = useId()
  useEffect(() => () => URL.revokeObjectURL(picked?.url ?? ''), [picked])

  const refuse = (message: string) => setError('image', { type: 'file', message })
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (!file) return
    const problem = fileProblem(file)
    if (problem) return refuse(problem)
    field.onChange(file)
    setPicked({ name: file.name, image: isImage(file), url: URL.createObjectURL(file) })
    clearErrors('image')
  }
  const remove = () => {
    field.onChange(null)
    setPicked(null)
    clearErrors('image')
  }

  return (
    <Input.Wrapper
      label="Foto ou documento (opcional)"
      labelProps={{ htmlFor: id }}
      error={fieldState.error?.message}
    >
      <div className={classes.row}>
        <div className={classes.drop} data-large data-invalid={fieldState.invalid || undefined}>
          {picked?.image ? (
            <img src={picked.url} alt="Prévia da foto" className={classes.preview} />
          ) : (
            <span className={classes.icon} aria-hidden>
              {picked ? <IconFileTypePdf size={32} /> : <IconPhotoUp size={32} />}
            </span>
          )}
          <span className={classes.words}>
            <strong>{picked ? 'Trocar arquivo' : 'Escolher arquivo'}</strong>
            <span>{picked ? picked.name : 'Imagem ou PDF de até 10 MB'}</span>
          </span>
          <input
            id={id}
            ref={field.ref}
            type="file"
            accept="image/*,application/pdf"
            name={field.name}
            onBlur={field.onBlur}
            onChange={pick}
            aria-invalid={fieldState.invalid}
          />
        </div>
        {picked && (
          <div className={classes.row}>
            {!picked.image && (
              <Button component="a" href={picked.url} target="_blank" rel="noreferrer" variant="default">
                Ver PDF
              </Button>
            )}
            <TextButton variant="subtle" color="red" icon={IconTrash} onClick={remove}>
              Remover
            </TextButton>
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}
