-- What takes no processor time, or an unknown number of processors, has no number of processors here either.
CREATE MACRO per_instance(rows, numbers) AS TABLE
  SELECT service, instance, remedy, any_value("of") AS "of", count(*) AS recordings, count(*) FILTER (verdict = 'paid') AS paying,
    sum(seconds) AS seconds, sum(share * seconds) / sum(seconds) AS share,
    sum(if(verdict = 'paid', processors, 0 * processors) * seconds) / sum(seconds) AS processors,
    sum(if(verdict = 'paid', saved_least * used * sign(processors), 0 * processors) * seconds) / sum(seconds) AS saved_least,
    sum(if(verdict = 'paid', saved_most * used * sign(processors), 0 * processors) * seconds) / sum(seconds) AS saved_most
  FROM query_table(rows) JOIN query_table(numbers) USING (recording)
  WHERE verdict IN ('paid', 'not-paid') AND seconds > 0
  GROUP BY service, instance, remedy;

CREATE MACRO per_service(rows, numbers) AS TABLE
  SELECT service, remedy, any_value("of") AS "of", count(*) AS instances, sum(recordings) AS recordings, sum(paying) AS paying,
    sum(seconds) AS seconds, sum(share * seconds) / sum(seconds) AS share, sum(processors) AS processors,
    sum(saved_least) AS saved_least, sum(saved_most) AS saved_most
  FROM per_instance(rows, numbers)
  GROUP BY service, remedy;

-- Each instance is one sample: its recordings resemble each other. The processors that they use stand in a row without remedy.
CREATE MACRO samples(findings_rows, recordings_rows, numbers) AS TABLE
  SELECT service, remedy, bool_or(paying > 0) AS pays, count(*) AS instances, avg(share) AS mean, stddev_samp(share) AS deviation
  FROM per_instance(findings_rows, numbers) GROUP BY service, remedy
  UNION ALL
  SELECT service, '', false, count(*), avg(used), stddev_samp(used)
  FROM (SELECT service, instance, sum(used * seconds) / sum(seconds) AS used
    FROM query_table(recordings_rows) JOIN query_table(numbers) USING (recording)
    WHERE error = '' AND seconds > 0 AND used IS NOT NULL GROUP BY service, instance)
  GROUP BY service;

CREATE VIEW services AS
SELECT * FROM per_service('findings', 'instances') JOIN (SELECT service, remedy, sum(least * seconds) / sum(seconds) AS least,
    sum(most * seconds) / sum(seconds) AS most
  FROM findings WHERE verdict IN ('paid', 'not-paid') AND seconds > 0 GROUP BY service, remedy) USING (service, remedy)
WHERE paying > 0 ORDER BY processors DESC NULLS LAST, share DESC, service, remedy;

-- Costs of which no recording of a service tells whether it pays them.
CREATE VIEW unclear AS
SELECT remedy, count(*) AS services, max(most) AS most
FROM (SELECT service, remedy, max(coalesce(most, 1)) AS most FROM findings
  GROUP BY service, remedy HAVING bool_and(verdict IN ('unknown', 'not-here')) AND bool_or(verdict = 'unknown'))
GROUP BY remedy ORDER BY services DESC, remedy;

CREATE VIEW remedies AS
SELECT remedy, count(*) AS services, sum(processors) AS processors, sum(saved_least) AS saved_least, sum(saved_most) AS saved_most
FROM services GROUP BY remedy ORDER BY sum(saved_most) + sum(saved_least) DESC NULLS LAST, services DESC, remedy;

CREATE VIEW hot_sites AS
SELECT remedy, method, line, count(DISTINCT service) AS services, count(*) AS recordings, sum(processors) AS processors,
  mode(detail) AS detail
FROM (SELECT service, instance, remedy, method, line, mode(detail) AS detail,
    sum(sites.processors * sites.seconds) / any_value(judged.seconds) AS processors
  FROM sites JOIN instances USING (recording) JOIN per_instance('findings', 'instances') AS judged USING (service, instance, remedy)
  GROUP BY service, instance, remedy, method, line)
GROUP BY remedy, method, line ORDER BY processors DESC NULLS LAST, services DESC, recordings DESC, method, line;

CREATE VIEW coverage AS
SELECT count(*) AS recordings, count(*) FILTER (error <> '') AS unreadable, count(DISTINCT nullif(service, '')) AS services,
  (SELECT count(DISTINCT instance) FROM instances) AS instances, count(*) FILTER (error = '' AND service = '') AS nameless,
  (SELECT count(*) FROM instances WHERE kind <> 'host') AS hostless,
  (SELECT count(*) FROM instances WHERE kind = 'recording') AS jvmless,
  (SELECT count(DISTINCT instance) - count(DISTINCT place) FROM instances WHERE kind = 'jvm') AS overlapping,
  sum(seconds) AS seconds, min(started) AS earliest, max(started) AS latest
FROM recordings;

CREATE VIEW seen AS
SELECT service, sum(seconds) AS seconds FROM recordings WHERE error = '' GROUP BY service ORDER BY seconds, service;

CREATE VIEW changes AS
SELECT coalesce(now.service, before.service) AS service, coalesce(now.remedy, before.remedy) AS remedy,
  before.share AS share_before, now.share AS share_now, before.processors AS processors_before, now.processors AS processors_now
FROM per_service('findings', 'instances') AS now
  FULL JOIN per_service('previous_findings', 'previous_instances') AS before
  ON now.service = before.service AND now.remedy = before.remedy
WHERE (coalesce(now.paying, 0) > 0) <> (coalesce(before.paying, 0) > 0) AND (SELECT count(*) FROM previous_findings) > 0
ORDER BY abs(coalesce(now.processors, 0) - coalesce(before.processors, 0)) DESC, service, remedy;

CREATE VIEW followed AS
SELECT service, remedy, before.pays AS pays_before, now.pays AS pays_now, before.instances AS instances_before,
  before.mean AS mean_before, before.deviation AS deviation_before, now.instances AS instances_now, now.mean AS mean_now,
  now.deviation AS deviation_now
FROM samples('previous_findings', 'previous_recordings', 'previous_instances') AS before
  JOIN samples('findings', 'recordings', 'instances') AS now USING (service, remedy)
WHERE service IN (SELECT service FROM per_service('previous_findings', 'previous_instances') WHERE paying > 0)
  AND (before.pays OR now.pays OR remedy = '')
ORDER BY service, remedy = '', NOT before.pays, remedy
