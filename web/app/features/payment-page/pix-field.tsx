import { CopyField } from './copy-field.tsx'

export const PixField = ({ code }: { code: string }) => (
  <CopyField
    label="Pix copia e cola"
    text={code}
    action="Copiar código Pix"
    done="Código Pix copiado. Cole no aplicativo do seu banco."
  />
)
