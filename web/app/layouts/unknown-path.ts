import { redirect } from 'react-router'
import { HOME_PATH } from '../paths.ts'

export const loader = () => redirect(HOME_PATH)

export default function Unknown() {
  return null
}
