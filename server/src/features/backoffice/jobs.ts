import { sendOrganizerInvitation } from './organizers/invitation.ts'

export const BACK_OFFICE_JOBS = [sendOrganizerInvitation] as const
