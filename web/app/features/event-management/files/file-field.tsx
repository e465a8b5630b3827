import { ActionIcon, Input, Loader } from '@mantine/core'
import { IconCrop, IconFileTypePdf, IconMap2, IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type Ref, useId } from 'react'
import { storedFile } from '#web/ui/stored-file.ts'
import classes from './files.module.css'

interface FileFieldProps {
  label: string
  required?: boolean
  error: string | undefined
  path: string
  /** Aspect ratio of the preview: width divided by height. */
  ratio?: number
  compact?: boolean
  /** The preview shows the whole picture instead of the part that fills it. */
  whole?: boolean
  accept: string
  hint: string
  locked: boolean
  busy: boolean
  inputRef: Ref<HTMLInputElement>
  onPick: (file: File) => void
  /** Null when there is nothing to crop. */
  onCrop?: (() => void) | null
  /** Null when the file can be replaced but not removed. */
  onRemove: (() => void) | null
}

/** Shows the stored file and accepts another one, chosen or dropped. */
export function FileField({
  label,
  required = false,
  error: problem,
  path,
  ratio = 1,
  compact = false,
  whole = false,
  busy,
  locked: isLocked,
  ...props
}: FileFieldProps) {
  const id = useId()
  const locked = isLocked || busy
  // The error of a file that is being replaced is out of date.
  const error = busy ? undefined : problem
  const invalid = error !== undefined
  return (
    <Input.Wrapper
      label={label}
      id={id}
      withAsterisk={required}
      error={error}
      errorProps={{ className: classes.error }}
    >
      <div className={classes.field} data-compact={compact || undefined}>
        <div className={classes.drop} data-disabled={locked || undefined} data-invalid={invalid || undefined}>
          <span
            className={classes.preview}
            data-whole={(whole && path !== '') || undefined}
            style={{ aspectRatio: ratio }}
          >
            {busy ? <Loader size={24} /> : <Preview path={path} />}
          </span>
          <span className={classes.words}>
            <strong>{path ? 'Trocar arquivo' : 'Escolher arquivo'}</strong>
            <span>{props.hint}</span>
          </span>
          <input
            id={id}
            ref={props.inputRef}
            type="file"
            accept={props.accept}
            disabled={locked}
            aria-invalid={invalid}
            aria-describedby={invalid ? `${id}-error` : undefined}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (file) props.onPick(file)
            }}
          />
        </div>
        {path && (
          <a
            className={classes.open}
            href={storedFile(path) ?? undefined}
            target="_blank"
            rel="noreferrer"
            aria-label="Abrir o arquivo"
          >
            Abrir
          </a>
        )}
        {path && props.onCrop && (
          <ActionIcon color="gray" disabled={locked} aria-label="Enquadrar a imagem" onClick={props.onCrop}>
            <IconCrop size={20} aria-hidden />
          </ActionIcon>
        )}
        {path && props.onRemove && (
          <ActionIcon color="red" disabled={locked} aria-label="Remover o arquivo" onClick={props.onRemove}>
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </Input.Wrapper>
  )
}

function Preview({ path }: { path: string }) {
  if (!path) return <IconPhotoUp size={28} aria-hidden />
  if (path.endsWith('.pdf')) return <IconFileTypePdf size={28} aria-hidden />
  if (path.endsWith('.gpx')) return <IconMap2 size={28} aria-hidden />
  return <img src={storedFile(path) ?? undefined} alt="Prévia" />
}
