/* RK44 on R^3 x SO(3) for one torque-free body, by hand: the same arithmetic as the general kernels, for this model only. */
#include <math.h>

static void quaternion_exp(const double *v, double *q) {
    double s = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], c, f;
    if (s < 0.0625) {
        double s2 = s * s;
        c = 1.0 + (s2 * ((1.0 / 384.0 - s / 46080.0) + s2 * (1.0 / 10321920.0 - s / 3715891200.0)) - 0.125 * s);
        f = 0.5 + (s2 * ((1.0 / 3840.0 - s / 645120.0) + s2 * (1.0 / 185794560.0 - s / 81749606400.0)) - s / 48.0);
    } else {
        double phi = sqrt(s);
        c = cos(0.5 * phi);
        f = sin(0.5 * phi) / phi;
    }
    q[0] = c; q[1] = f * v[0]; q[2] = f * v[1]; q[3] = f * v[2];
}

static void quaternion_product(const double *p, const double *q, double *r) {
    r[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    r[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    r[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    r[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

static void rotation_matrix(const double *q, double *R) {
    double x = 2.0 * q[1], y = 2.0 * q[2], z = 2.0 * q[3];
    double wx = q[0] * x, wy = q[0] * y, wz = q[0] * z, xx = q[1] * x, xy = q[1] * y, xz = q[1] * z;
    double yy = q[2] * y, yz = q[2] * z, zz = q[3] * z;
    R[0] = 1.0 - (yy + zz); R[1] = xy - wz; R[2] = xz + wy;
    R[3] = xy + wz; R[4] = 1.0 - (xx + zz); R[5] = yz - wx;
    R[6] = xz - wy; R[7] = yz + wx; R[8] = 1.0 - (xx + yy);
}

static void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static void matrix_vector(const double *M, const double *v, double *r) {
    for (int i = 0; i < 3; i++) r[i] = M[3 * i] * v[0] + M[3 * i + 1] * v[1] + M[3 * i + 2] * v[2];
}

/* slope: rates of displacement, rotation vector, velocity, angular velocity at the increment z */
static void slopes(const double *y, const double *v, const double *z, const double *J, const double *Ji, double m,
                   const double *force, const double *moment, double *state, double *slope) {
    double w[3], Jw[3], spin[3], q[4], torque[3], x[3], xx[3];
    const double *psi = z + 3;
    for (int i = 0; i < 3; i++) state[i] = y[i] + z[i];
    quaternion_exp(psi, q);
    quaternion_product(y + 3, q, state + 3);
    rotation_matrix(state + 3, state + 7);
    for (int i = 0; i < 3; i++) { slope[i] = v[i] + z[6 + i]; w[i] = v[3 + i] + z[9 + i]; }
    double s = psi[0] * psi[0] + psi[1] * psi[1] + psi[2] * psi[2], s2 = s * s, d;
    if (s < 0.0625)
        d = (1.0 / 12.0 + s / 720.0) +
            s2 * ((1.0 / 30240.0 + s / 1209600.0) + s2 * (1.0 / 47900160.0 + s * 5.2841901386874932e-10));
    else { double half = 0.5 * sqrt(s); d = (1.0 - half / tan(half)) / s; }
    cross(psi, w, x);
    cross(psi, x, xx);
    for (int i = 0; i < 3; i++) slope[3 + i] = w[i] + (d * xx[i] + 0.5 * x[i]);
    matrix_vector(J, w, Jw);
    cross(w, Jw, spin);
    for (int i = 0; i < 3; i++) { slope[6 + i] = force[i] / m; torque[i] = moment[i] - spin[i]; }
    matrix_vector(Ji, torque, slope + 9);
}

/* y: position, Euler parameters; v: velocity, angular velocity in the body */
void torque_free(double *y, double *v, const double *J, const double *Ji, double m, double h, long steps) {
    const double force[3] = {0, 0, 0}, moment[3] = {0, 0, 0};
    double z[12], k[4][12], state[16], dq[4], q[4];
    for (long n = 0; n < steps; n++) {
        for (int i = 0; i < 12; i++) z[i] = 0.0;
        slopes(y, v, z, J, Ji, m, force, moment, state, k[0]);
        for (int i = 0; i < 12; i++) z[i] = 0.5 * h * k[0][i];
        slopes(y, v, z, J, Ji, m, force, moment, state, k[1]);
        for (int i = 0; i < 12; i++) z[i] = 0.5 * h * k[1][i];
        slopes(y, v, z, J, Ji, m, force, moment, state, k[2]);
        for (int i = 0; i < 12; i++) z[i] = h * k[2][i];
        slopes(y, v, z, J, Ji, m, force, moment, state, k[3]);
        for (int i = 0; i < 12; i++) z[i] = h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
        quaternion_exp(z + 3, dq);
        quaternion_product(y + 3, dq, q);
        double f = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int i = 0; i < 3; i++) { y[i] += z[i]; v[i] += z[6 + i]; v[3 + i] += z[9 + i]; }
        for (int i = 0; i < 4; i++) y[3 + i] = f * q[i];
        if (!isfinite(y[3] + v[3])) return;
    }
}
