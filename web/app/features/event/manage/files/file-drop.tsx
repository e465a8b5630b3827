import { ActionIcon, Loader } from '@mantine/core'
import { IconCrop, IconFileTypePdf, IconMap2, IconPhotoUp, IconTrash } from '@tabler/icons-react'
import type { Ref } from 'react'
import { storedFile } from '../../../../ui/stored-file.ts'
import classes from './files.module.css'

interface FileDropProps {
  id: string
  /** Of the stored file; empty while there is none. */
  path: string
  /** Of the preview, width over height. */
  ratio: number
  /** One line high. */
  compact?: boolean
  /** The preview shows all of the picture, not the part that fills its box. */
  whole?: boolean
  accept: string
  hint: string
  invalid: boolean
  locked: boolean
  busy?: boolean
  inputRef: Ref<HTMLInputElement>
  onPick: (file: File) => void
  /** Null: there is nothing to crop. */
  onCrop?: (() => void) | null
  /** Null: the file can be replaced, not removed. */
  onRemove: (() => void) | null
}

/** Shows a stored file and takes another one, clicked for or dropped. */
export function FileDrop(props: FileDropProps) {
  const {
    id,
    path,
    ratio,
    compact = false,
    whole = false,
    accept,
    hint,
    invalid,
    locked,
    busy = false,
  } = props
  return (
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
          <span>{hint}</span>
        </span>
        <input
          id={id}
          ref={props.inputRef}
          type="file"
          accept={accept}
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
  )
}

function Preview({ path }: { path: string }) {
  if (!path) return <IconPhotoUp size={28} aria-hidden />
  if (path.endsWith('.pdf')) return <IconFileTypePdf size={28} aria-hidden />
  if (path.endsWith('.gpx')) return <IconMap2 size={28} aria-hidden />
  return <img src={storedFile(path) ?? undefined} alt="Prévia" />
}
