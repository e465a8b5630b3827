-- Every column that references a stored file. A daily job deletes unreferenced files. A test checks that no
-- column is missing. Rows are looked up by file_stem(path), which is indexed for every column but that of the drafts,
-- which are few.
drop view if exists file_references;
create view file_references as
  select image_path as path from users where image_path is not null
  union all select document_path from users where document_path is not null
  union all select logo_path from organizers where logo_path is not null
  union all select cover_path from events where cover_path is not null
  union all select image_path from events where image_path is not null
  union all select substring(regulation_url from '^/storage/(.+)$') from events where regulation_url like '/storage/%'
  union all select course_path from modalities where course_path is not null
  union all select route_path from categories where route_path is not null
  union all select image_path from kits where image_path is not null
  union all select file_path from questionnaire_answers where file_path is not null
  union all select proof_path from right_claims where proof_path is not null
  union all select receipt_path from payouts where receipt_path is not null
  union all select unnest(file_paths) from event_drafts;
