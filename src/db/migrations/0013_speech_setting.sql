-- Which engine a process speaks with must not depend on which process it is.

-- SPEECH_ENGINE of the process. Null: it is of a release that did not tell.
alter table processes add column speech_engine text check (length(speech_engine) <= 40);
