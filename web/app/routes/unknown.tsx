import { redirect } from 'react-router'

export const loader = () => redirect('/')

export default function Unknown() {
  return null
}
