CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE study (
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    account TEXT NOT NULL,
    folder TEXT NOT NULL,
    state TEXT NOT NULL,
    message TEXT NOT NULL,
    cases BIGINT NOT NULL,
    done BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    cancelled BIGINT NOT NULL,
    seconds DOUBLE NOT NULL,
    cancel_requested INTEGER NOT NULL,
    created DOUBLE NOT NULL,
    started DOUBLE,
    finished DOUBLE,
    PRIMARY KEY (id)
);
CREATE INDEX study_by_account ON study (account, created);
CREATE TABLE chunk (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    study_id TEXT NOT NULL,
    first BIGINT NOT NULL,
    count BIGINT NOT NULL,
    members BLOB,
    state TEXT NOT NULL,
    owner TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    expires DOUBLE NOT NULL,
    shard TEXT NOT NULL,
    FOREIGN KEY(study_id) REFERENCES study (id) ON DELETE CASCADE
);
CREATE INDEX chunk_by_state ON chunk (state, id);
CREATE INDEX chunk_by_study ON chunk (study_id, state, id);
CREATE INDEX chunk_by_owner ON chunk (owner);
CREATE TABLE failure (
    study_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (study_id, number),
    FOREIGN KEY(study_id) REFERENCES study (id) ON DELETE CASCADE
);
CREATE TABLE reason (
    study_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    count BIGINT NOT NULL,
    example TEXT NOT NULL,
    PRIMARY KEY (study_id, reason),
    FOREIGN KEY(study_id) REFERENCES study (id) ON DELETE CASCADE
);
INSERT INTO alembic_version (version_num) VALUES ('001') RETURNING version_num;
CREATE TABLE token (
    digest TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created DOUBLE NOT NULL,
    revoked DOUBLE,
    PRIMARY KEY (digest)
);
CREATE INDEX token_by_name ON token (name);
CREATE TABLE idempotency (
    account TEXT NOT NULL,
    route TEXT NOT NULL,
    "key" TEXT NOT NULL,
    digest TEXT NOT NULL,
    study_id TEXT NOT NULL,
    created DOUBLE NOT NULL,
    PRIMARY KEY (account, route, "key")
);
CREATE TABLE progress (
    study_id TEXT NOT NULL,
    time DOUBLE NOT NULL,
    fraction DOUBLE NOT NULL,
    rate DOUBLE NOT NULL,
    updated DOUBLE NOT NULL,
    PRIMARY KEY (study_id),
    FOREIGN KEY(study_id) REFERENCES study (id) ON DELETE CASCADE
);
UPDATE alembic_version SET version_num='002' WHERE alembic_version.version_num = '001';
ALTER TABLE study ADD COLUMN resumed DOUBLE;
ALTER TABLE study ADD COLUMN ended_before BIGINT DEFAULT '0' NOT NULL;
UPDATE alembic_version SET version_num='003' WHERE alembic_version.version_num = '002';
CREATE TABLE tag (
    study_id TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (study_id, word),
    FOREIGN KEY(study_id) REFERENCES study (id) ON DELETE CASCADE
);
ALTER TABLE progress ADD COLUMN findings BIGINT DEFAULT '0' NOT NULL;
UPDATE alembic_version SET version_num='004' WHERE alembic_version.version_num = '003';
